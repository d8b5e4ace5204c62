import {
  ActionIcon,
  Button,
  Checkbox,
  Combobox,
  createTheme,
  Input,
  Menu,
  Modal,
  MultiSelect,
  Popover,
  Progress,
  SegmentedControl,
  Select,
  Slider,
  Switch,
  TagsInput,
  Tooltip,
  type CSSVariablesResolver,
} from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import { motionMs } from './motion.ts';
import classes from './theme.module.css';

const transitionProps = { duration: motionMs, transition: 'fade' } as const;
/** What floats over the panels: its surface, its line and its shadow. */
const floating = { dropdown: classes.float ?? '' };

/** Sizes and behaviour of the component library's parts; every colour comes from `theme.css`. */
export const theme = createTheme({
  fontFamily: 'var(--font-interface)',
  fontSizes: {
    xs: 'var(--text-label)',
    sm: 'var(--text-normal)',
    md: 'var(--text-normal)',
    lg: 'var(--text-large)',
    xl: 'var(--text-script)',
  },
  lineHeights: { xs: '1.45', sm: '1.54', md: '1.54', lg: '1.5', xl: '1.5' },
  defaultRadius: 'var(--radius)',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'xs' },
      vars: (_theme, props) => ({
        root: {
          '--button-height': 'var(--control-height)',
          '--button-padding-x': 'var(--space-3)',
          '--button-fz': 'var(--text-normal)',
          ...(props.variant === undefined || props.variant === 'filled' ? { '--button-color': 'var(--on-accent)' } : {}),
        },
      }),
      styles: { root: { fontWeight: 500 } },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: (_theme, props) => ({
        root: { ...(props.size === undefined ? { '--ai-size': 'var(--control-height)' } : {}) },
      }),
      classNames: { root: classes.icon ?? '' },
    }),
    Input: Input.extend({
      defaultProps: { size: 'sm' },
      vars: () => ({ wrapper: { '--input-height': 'var(--control-height)', '--input-fz': 'var(--text-normal)' } }),
      classNames: { wrapper: classes.field ?? '', input: classes.input ?? '' },
    }),
    InputWrapper: Input.Wrapper.extend({ defaultProps: { size: 'sm' }, classNames: { label: classes.label ?? '' } }),
    // The placeholder of Mantine is no child that a menu may have. Without it the first item has the focus, as in menus of other programs.
    Menu: Menu.extend({ defaultProps: { shadow: 'md', transitionProps, withInitialFocusPlaceholder: false }, classNames: floating }),
    Popover: Popover.extend({ defaultProps: { transitionProps }, classNames: floating }),
    Combobox: Combobox.extend({ defaultProps: { transitionProps }, classNames: floating }),
    // All options begin in one line, also beside the tick of the one that is chosen.
    Select: Select.extend({ defaultProps: { withAlignedLabels: true } }),
    // The field around the words shows the focus.
    MultiSelect: MultiSelect.extend({ defaultProps: { withAlignedLabels: true }, classNames: { inputField: classes.words ?? '' } }),
    TagsInput: TagsInput.extend({ classNames: { inputField: classes.words ?? '' } }),
    Modal: Modal.extend({
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': messages.shapes.close }, transitionProps },
      classNames: { overlay: classes.overlay ?? '', content: classes.dialog ?? '', header: classes.dialogHeader ?? '' },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 500, withArrow: false, transitionProps: { duration: motionMs } },
      classNames: { tooltip: classes.tip ?? '' },
    }),
    Checkbox: Checkbox.extend({ classNames: { input: classes.box ?? '' } }),
    Progress: Progress.extend({
      defaultProps: { transitionDuration: motionMs },
      classNames: { root: classes.meter ?? '' },
    }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { transitionDuration: motionMs },
      classNames: { root: classes.choices ?? '', indicator: classes.choice ?? '', label: classes.option ?? '' },
    }),
    Slider: Slider.extend({
      defaultProps: { size: 3, thumbSize: 12 },
      classNames: { root: classes.slider ?? '', thumb: classes.thumb ?? '' },
    }),
    Switch: Switch.extend({ defaultProps: { size: 'xs' }, classNames: { track: classes.switch ?? '', thumb: classes.knob ?? '' } }),
  },
});

/** The library's greys, in the studio's own tokens. */
const darkGreys = {
  '--mantine-color-dark-0': 'var(--text)',
  '--mantine-color-dark-1': 'var(--text)',
  '--mantine-color-dark-2': 'var(--text-quiet)',
  '--mantine-color-dark-3': 'var(--text-faint)',
  '--mantine-color-dark-4': 'var(--border-strong)',
  '--mantine-color-dark-5': 'var(--track)',
  '--mantine-color-dark-6': 'var(--raised)',
  '--mantine-color-dark-7': 'var(--surface)',
  '--mantine-color-dark-8': 'var(--ground)',
};
const lightGreys = {
  '--mantine-color-gray-0': 'var(--hover)',
  '--mantine-color-gray-1': 'var(--ground)',
  '--mantine-color-gray-2': 'var(--track)',
  '--mantine-color-gray-3': 'var(--border)',
  '--mantine-color-gray-4': 'var(--border-strong)',
  '--mantine-color-gray-5': 'var(--text-faint)',
  '--mantine-color-gray-6': 'var(--text-quiet)',
  '--mantine-color-gray-7': 'var(--text-quiet)',
};

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-quiet)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--control)',
  '--mantine-color-default-hover': 'var(--control-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-control)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-blue-filled': 'var(--accent)',
  '--mantine-color-blue-filled-hover': 'var(--accent-hover)',
  '--mantine-color-red-filled': 'var(--bad)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--bad) 88%, var(--text))',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-blue-light': 'var(--accent-tint)',
  '--mantine-color-blue-light-color': 'var(--accent)',
  '--mantine-color-gray-light': 'var(--hover)',
  '--mantine-color-gray-light-hover': 'var(--hover)',
  '--mantine-color-gray-light-color': 'var(--text-quiet)',
  '--mantine-color-gray-outline': 'var(--text-quiet)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...shared, ...lightGreys },
  dark: { ...shared, ...darkGreys },
});

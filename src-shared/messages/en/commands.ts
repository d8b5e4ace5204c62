export const commands = {
  // core/commands/commands-store.ts
  keyNames: {
    Ctrl: 'Ctrl',
    Shift: 'Shift',
    Alt: 'Alt',
    Meta: 'Win',
    ArrowUp: 'Up',
    ArrowDown: 'Down',
    ArrowLeft: 'Left',
    ArrowRight: 'Right',
    Escape: 'Esc',
    Enter: 'Enter',
    Space: 'Space',
    Backspace: 'Backspace',
    Delete: 'Delete',
    Home: 'Home',
    End: 'End',
    PageUp: 'Page Up',
    PageDown: 'Page Down',
    Tab: 'Tab',
  },

  // core/commands/key-rules.ts
  tabReserved: 'Tab moves between controls.',
  keyReserved: 'Lists and text fields use this key.',
  arrowsReserved: 'Lists and text fields use the arrow keys.',
  systemKey: 'The system uses this key.',
  systemKeys: 'The system or the browser uses this shortcut.',

  // core/commands/panel-frame.tsx
  toggleInspector: 'Show or hide inspector',
  view: 'View',
  hideInspector: 'Hide inspector',
  inspectorOf: (name: string) => `Inspector: ${name}`,
  showInspector: 'Show inspector',
  inspector: 'Inspector',
} as const;

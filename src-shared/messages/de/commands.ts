import type { Messages } from '../shape.ts';

export const commands: Messages['commands'] = {
  space: 'Leertaste',
  tabReserved: 'Tab wechselt zwischen Bedienelementen.',
  keyReserved: 'Listen und Textfelder verwenden diese Taste.',
  arrowsReserved: 'Listen und Textfelder verwenden die Pfeiltasten.',
  systemKey: 'Das System verwendet diese Taste.',
  systemKeys: 'Das System oder der Browser verwendet dieses Tastenkürzel.',
  toggleInspector: 'Inspektor ein- oder ausblenden',
  view: 'Ansicht',
  hideInspector: 'Inspektor ausblenden',
  showInspector: 'Inspektor einblenden',
  inspector: 'Inspektor',
};

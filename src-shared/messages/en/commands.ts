export const commands = {
  // core/commands/commands.ts
  space: 'Space',

  // core/commands/key-bindings.ts
  tabGoesFromOneControlTo: 'Tab goes from one control to the next everywhere.',
  everyListAndTextUsesThis: 'Every list and text uses this key itself.',
  everyListAndTextUsesThe: 'Every list and text uses the arrows themselves.',
  theSystemKeepsThisKeyForItself: 'The system keeps this key for itself.',
  theSystemOrTheBrowserKeeps: 'The system or the browser keeps these keys for itself.',

  // core/commands/panel-frame.tsx
  showOrHideTheInspector: 'Show or hide the inspector',
  view: 'View',
  hideTheInspector: 'Hide the inspector',
  showTheInspector: 'Show the inspector',
  inspector: 'Inspector',
} as const;

export const output = {
  // core/output/output-select.tsx
  note: 'Everything you hear plays here.',
  number: (number: string) => `Output ${number}`,
  systemDefault: 'System default',
  needMicrophone: 'Allow the microphone to see all outputs. Nothing is recorded.',
  showAll: 'Show all outputs',

  // core/output/output-store.ts
  output: 'Output',
  lost: 'The selected output is disconnected. Playing on the system default.',
  back: 'The selected output is connected again.',
  unusable: (message: string) => `Can’t use this output: ${message}`,
  outputs: 'Outputs',
  namesNeedPermission: (message: string) => `Allow the microphone to see output names: ${message}`,
} as const;

/**
 * Between the local service and Electron's main process, which starts processes with models for it: the service cannot do that itself there. `model` numbers a
 * process; what is asked of it and what it answers is passed on unseen.
 */
export type ToModelProcess = { model: number } & ({ kind: 'start' | 'end' } | { kind: 'question'; question: unknown });
export type FromModelProcess = { model: number } & ({ kind: 'answer'; answer: unknown } | { kind: 'ended'; code: number });

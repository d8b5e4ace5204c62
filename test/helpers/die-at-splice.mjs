import { isMainThread } from 'node:worker_threads';

// Loaded before a host (NODE_OPTIONS): the process dies as by kill -9 when a paid sentence is about to be put into its take.
if (!isMainThread && (process.argv[1] ?? '').endsWith('splice-thread.js')) process.kill(process.pid, 'SIGKILL');

// Stands in for the worker: it listens nowhere, so it tells the starter that it is ready.
process.send?.('ready');
const waiting = setInterval(() => {}, 60_000);
process.once('SIGTERM', () => clearInterval(waiting));

// Preloaded into a Celeste process (`node --import`): raises uncaught errors on signals.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('told to throw');
  });
});
process.on('SIGHUP', () => void Promise.reject(new Error('told to reject')));

// Imported before a process of Celeste (`node --import`), gives it errors that nothing catches.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('told to throw');
  });
});
process.on('SIGHUP', () => void Promise.reject(new Error('told to reject')));

// Loaded into every service before its own code: a starter that is killed cannot end its children, so they end when its line breaks.
const GRACE = 5000;

if (process.channel) {
  process.channel.unref(); // the line alone keeps no service alive
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), GRACE).unref();
  });
}

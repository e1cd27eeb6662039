// Loaded into every forked process of the platform (`--import`): when the supervisor is gone, even
// by kill -9, the process stops too instead of holding its port and working unattended.
const ADOPTION_MS = 200;
const DRAIN_MS = 45_000;

const supervisor = process.ppid;

process.once('disconnect', () => {
  // A process that ends in order disconnects itself; only an orphan has got another parent, a
  // moment after it lost the channel.
  setTimeout(() => {
    if (process.ppid === supervisor) return;
    // The handler that drains the process is the one it has for this signal.
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
  }, ADOPTION_MS).unref();
});
// Listening must not keep a process alive that has nothing else to do.
process.channel?.unref();

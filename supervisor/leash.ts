// Preloaded into every forked process of the platform (`--import`). When the supervisor has ended,
// even by kill -9, the process stops too. Otherwise it would keep its port and continue alone.
const ADOPTION_MS = 200;
const DRAIN_MS = 45_000;

const supervisor = process.ppid;

process.once('disconnect', () => {
  // A process that exits normally also disconnects. Only an orphan gets another parent, shortly
  // after it lost the channel.
  setTimeout(() => {
    if (process.ppid === supervisor) return;
    // The process drains in its own handler of this signal.
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
  }, ADOPTION_MS).unref();
});
// The channel alone must not keep a finished process alive.
process.channel?.unref();

// Preloaded into every process that the platform forks (`--import`). When the supervisor has ended,
// even by kill -9, the process stops too; otherwise it would continue alone and keep its port.
const ADOPTION_MS = 200;
const DRAIN_MS = 45_000;

const supervisor = process.ppid;

process.once('disconnect', () => {
  // A process that exits normally also disconnects. Only an orphan gets a new parent, shortly after
  // it lost the channel.
  setTimeout(() => {
    if (process.ppid === supervisor) return;
    // The process handles this signal itself and drains.
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
  }, ADOPTION_MS).unref();
});
// The channel alone must not keep a finished process alive.
process.channel?.unref();

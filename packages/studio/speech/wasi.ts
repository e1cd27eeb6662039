import type { MemoryFile } from './memory-file.js';
import { createMemoryAccess, type MemoryAccess } from './memory-access.js';

/** A program's environment: its arguments and its only files. */
interface Environment {
  readonly args: readonly string[];
  readonly files: ReadonlyMap<string, MemoryFile>;
  /** Called before a file is opened; throws to stop the program. */
  readonly beforeOpen: (memory: WebAssembly.Memory) => void;
}

interface OpenFile {
  readonly file: MemoryFile;
  position: number;
}

/** Numbers of the interface: https://github.com/WebAssembly/WASI, preview 1. */
const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NO_ENTRY = 44;
const ROOT = 3;
const IS_DIRECTORY = 3;
const IS_FILE = 4;
const IS_TERMINAL = 2;
const TRUNCATE = 8;
const FROM_CURRENT = 1;
const FROM_END = 2;
const EVERY_RIGHT = 0xff_ff_ff_ffn;

/** Thrown when the program exits. */
class ProgramExit extends Error {
  constructor(readonly code: number) {
    super(`the program exited with code ${code}`);
  }
}

/**
 * Runs a WASI command whose files are in memory. It has no clock, no network and no files of this
 * machine. Its printed messages are dropped.
 * @returns the program's memory when it ended
 * @throws {Error} if it exits with a code other than 0
 */
export function runCommand(
  module: WebAssembly.Module,
  environment: Environment,
): WebAssembly.Memory {
  const memory = createMemoryAccess();
  const imports = {
    ...createProcessCalls(memory, environment),
    ...createDescriptorCalls(memory, environment),
  };
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  memory.attach(exports['memory'] as WebAssembly.Memory);
  try {
    (exports['_start'] as () => void)();
  } catch (error) {
    if (!(error instanceof ProgramExit) || error.code !== 0) throw error;
  }
  return memory.get();
}

type FolderAndLookup = [folder: number, lookup: number];
type PathAndFlags = [path: number, length: number, flags: number];
type RightsAndTarget = [base: bigint, inheriting: bigint, flags: number, descriptor: number];

function createProcessCalls(memory: MemoryAccess, { args }: Environment) {
  const texts = args.map((arg) => new TextEncoder().encode(`${arg}\0`));
  return {
    args_sizes_get(count: number, size: number) {
      memory.write32(count, texts.length);
      memory.write32(
        size,
        texts.reduce((sum, { length }) => sum + length, 0),
      );
      return SUCCESS;
    },
    args_get(pointers: number, target: number) {
      let at = target;
      for (const [index, text] of texts.entries()) {
        memory.write32(pointers + index * 4, at);
        memory.bytes(at, text.length).set(text);
        at += text.length;
      }
      return SUCCESS;
    },
    /** Returns the same time always, so that the same input gives the same bytes. */
    clock_time_get(_clock: number, _precision: bigint, time: number) {
      memory.write64(time, 0n);
      return SUCCESS;
    },
    proc_exit(code: number) {
      throw new ProgramExit(code);
    },
  };
}

function createDescriptorCalls(memory: MemoryAccess, { files, beforeOpen }: Environment) {
  const open = new Map<number, OpenFile>();
  let next = ROOT + 1;
  return {
    ...createRootCalls(memory),
    ...createTransferCalls(memory, open),
    path_open(...call: [...FolderAndLookup, ...PathAndFlags, ...RightsAndTarget]) {
      const [, , path, length, flags, , , , descriptor] = call;
      beforeOpen(memory.get());
      const file = files.get(new TextDecoder().decode(memory.bytes(path, length)));
      if (!file) return NO_ENTRY;
      if (flags & TRUNCATE) file.empty();
      open.set(next, { file, position: 0 });
      memory.write32(descriptor, next);
      next += 1;
      return SUCCESS;
    },
    fd_close: (descriptor: number) => (open.delete(descriptor) ? SUCCESS : BAD_DESCRIPTOR),
    fd_fdstat_set_flags: () => SUCCESS,
  };
}

/** Creates the calls that describe descriptors. The root is the only folder. */
function createRootCalls(memory: MemoryAccess) {
  return {
    fd_prestat_get(descriptor: number, target: number) {
      if (descriptor !== ROOT) return BAD_DESCRIPTOR;
      memory.write32(target, 0);
      memory.write32(target + 4, 1);
      return SUCCESS;
    },
    fd_prestat_dir_name(_descriptor: number, target: number) {
      memory.bytes(target, 1).set([47]);
      return SUCCESS;
    },
    fd_fdstat_get(descriptor: number, target: number) {
      const terminalOrFile = descriptor < ROOT ? IS_TERMINAL : IS_FILE;
      memory.write64(target, BigInt(descriptor === ROOT ? IS_DIRECTORY : terminalOrFile));
      memory.write64(target + 8, EVERY_RIGHT);
      memory.write64(target + 16, EVERY_RIGHT);
      return SUCCESS;
    },
  };
}

/** Creates the calls that read, write and seek. Writes to standard output are dropped. */
function createTransferCalls(memory: MemoryAccess, open: ReadonlyMap<number, OpenFile>) {
  return {
    fd_read(descriptor: number, buffers: number, count: number, transferred: number) {
      const opened = open.get(descriptor);
      if (!opened) return BAD_DESCRIPTOR;
      const begin = opened.position;
      for (const buffer of memory.buffers(buffers, count)) {
        const bytes = opened.file.read(opened.position, buffer.length);
        buffer.set(bytes);
        opened.position += bytes.length;
      }
      memory.write32(transferred, opened.position - begin);
      return SUCCESS;
    },
    fd_write(descriptor: number, buffers: number, count: number, transferred: number) {
      const opened = open.get(descriptor);
      if (!opened && descriptor >= ROOT) return BAD_DESCRIPTOR;
      let written = 0;
      for (const buffer of memory.buffers(buffers, count)) {
        opened?.file.write(opened.position, buffer);
        if (opened) opened.position += buffer.length;
        written += buffer.length;
      }
      memory.write32(transferred, written);
      return SUCCESS;
    },
    fd_seek(descriptor: number, offset: bigint, whence: number, position: number) {
      const opened = open.get(descriptor);
      if (!opened) return BAD_DESCRIPTOR;
      opened.position = Number(offset) + findSeekBase(opened, whence);
      memory.write64(position, BigInt(opened.position));
      return SUCCESS;
    },
  };
}

function findSeekBase({ file, position }: OpenFile, whence: number): number {
  if (whence === FROM_CURRENT) return position;
  return whence === FROM_END ? file.bytes.length : 0;
}

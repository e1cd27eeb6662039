/** Access to a program's memory. */
export type MemoryAccess = ReturnType<typeof createMemoryAccess>;

/** Creates access to the memory, whose buffer is replaced when it grows. */
export function createMemoryAccess() {
  let memory: WebAssembly.Memory | null = null;
  const get = (): WebAssembly.Memory => {
    if (!memory) throw new Error('the program runs before its memory exists');
    return memory;
  };
  const view = () => new DataView(get().buffer);
  return {
    get,
    attach: (exported: WebAssembly.Memory) => (memory = exported),
    bytes: (from: number, length: number) => new Uint8Array(get().buffer, from, length),
    write32: (at: number, value: number) => view().setUint32(at, value, true),
    write64: (at: number, value: bigint) => view().setBigUint64(at, value, true),
    /** Lists the buffers of a scattered read or write. */
    buffers: (at: number, count: number) =>
      Array.from({ length: count }, (_, index) => {
        const [from, length] = new Uint32Array(
          get().buffer.slice(at + index * 8, at + index * 8 + 8),
        );
        return new Uint8Array(get().buffer, from, length);
      }),
  };
}

/** What this project uses of WebAssembly, whose types otherwise come with those of a browser. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  type Module = object;
  const Module: { imports(module: Module): { name: string }[] };
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...values: never[]) => unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}

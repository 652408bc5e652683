/**
 * The part of WebAssembly that the voice uses. Node has it, but its type package and the language's own library do not.
 */
declare namespace WebAssembly {
  type ModuleImports = Record<string, (...args: never[]) => number>
  type Imports = Record<string, ModuleImports>
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Imports): Promise<Instance>
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

export interface CompiledContract {
  readonly abi: Abi
  readonly bytecode: Hex
}

interface Compiler {
  compile(input: string): string
}

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly abi: Abi; readonly evm: { readonly bytecode: { readonly object: string } } }
        >
      >
    >
  >
}

const FILE = 'Hostile.sol'

/** The contracts of `Hostile.sol`, by name. @throws Error with what the compiler says */
export function compileContracts(): Readonly<Record<string, CompiledContract>> {
  const compiler = createRequire(import.meta.url)('solc') as Compiler
  const content = readFileSync(new URL(FILE, import.meta.url), 'utf8')
  const output = JSON.parse(
    compiler.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { [FILE]: { content } },
        settings: {
          evmVersion: 'paris',
          outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
        },
      }),
    ),
  ) as Output
  const failed = output.errors?.find(({ severity }) => severity === 'error')
  if (failed) throw new Error(failed.formattedMessage)
  return Object.fromEntries(
    Object.entries(output.contracts[FILE] ?? {}).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` as const },
    ]),
  )
}

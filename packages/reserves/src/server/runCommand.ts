import { parseArgs } from 'node:util'
import { type ProofFault, verifyProof } from '../verifyProof.ts'

export interface CommandResult {
  /** 0: the proof holds; 1: it does not; 2: the command was not understood or found no file. */
  readonly code: 0 | 1 | 2
  readonly out: string
  readonly err: string
}

const USAGE = `x-reserves verify <proof.json> [--root <hex>]

Verifies a proof of reserves (POR-1). --root compares it with the root that you found
elsewhere: on the operator's page, in another user's proof, or on a chain, where the data of
the transaction that the operator names is the statement.
`

/** Without a root from elsewhere the proof agrees with its own file alone. */
const COMPARE =
  'Compare the root with the one on the chain, in the data of the transaction on the page of\n' +
  'the operator, and give that one as --root.\n'

const FAULTS: Readonly<Record<ProofFault, string>> = {
  malformed: 'the file is no POR-1 proof',
  statement: 'the proof belongs to another root than the one given',
  duplicate: 'two pieces are the same leaf',
  path: 'the way to the root does not fit the size of the tree',
  range: 'a sum is 2^120 or more',
  root: 'the pieces do not lead to the root',
  sums: 'the sums on the way are not those of the statement',
  liability: 'the pieces do not add up to what was expected',
}

/** The command line of the package. @param args what follows the command's name */
export async function runCommand(
  args: readonly string[],
  { read }: { readonly read: (file: string) => string },
): Promise<CommandResult> {
  const { positionals, values } = readArgs(args)
  const [command, file] = positionals
  if (command !== 'verify' || file === undefined || positionals.length > 2)
    return { code: 2, out: '', err: USAGE }
  let proof: unknown
  try {
    proof = JSON.parse(read(file))
  } catch (error) {
    return { code: 2, out: '', err: `${printable(`${file}: ${String(error)}`)}\n` }
  }
  const verdict = await verifyProof(proof, values.root === undefined ? {} : { root: values.root })
  if (!verdict.isValid) return { code: 1, out: '', err: `Refused: ${FAULTS[verdict.fault]}.\n` }
  const { statement, amounts } = verdict
  const lines = statement.assets.map((asset, n) => {
    const scale = statement.scales[n] ?? 0
    const [own, all] = [amounts[n] ?? 0n, BigInt(statement.sums[n] ?? 0)]
    return `  ${printable(asset)}  ${coins(own, scale)} of ${coins(all, scale)}`
  })
  return {
    code: 0,
    out:
      `Verified: snapshot ${printable(statement.snapshotId)}, root ${statement.root}\n` +
      `You are owed, of all that users are owed:\n${lines.join('\n')}\n` +
      (values.root === undefined ? COMPARE : ''),
    err: '',
  }
}

function readArgs(args: readonly string[]): {
  readonly positionals: readonly string[]
  readonly values: { readonly root?: string | undefined }
} {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { root: { type: 'string' } },
    })
  } catch {
    return { positionals: [], values: {} }
  }
}

/**
 * Text of a file with its control and formatting characters written out: the maker of the proof
 * could otherwise add lines to the verdict or move the cursor over it.
 */
const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`,
  )

function coins(atoms: bigint, scale: number): string {
  const digits = String(atoms).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

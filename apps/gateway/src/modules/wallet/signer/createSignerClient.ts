import { createConnection, type Socket } from 'node:net'
import type { Clock } from '@x/kit'
import type { KeySource } from '../ports/KeySource.ts'
import type { Network } from '../ports/networks.ts'
import type { SignedTransaction, Signer } from '../ports/Signer.ts'

type Answer =
  | { readonly signed: SignedTransaction }
  | { readonly address: string }
  | { readonly signature: string }
  | { readonly xpub: string; readonly hot: string }
  | { readonly refused: string }

export interface SignerClient extends Signer, KeySource {
  close(): void
}

const TIMEOUT_MS = 10_000

interface Connection {
  readonly socket: Socket
  /** Calls that were written and are not answered. */
  readonly waiting: Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>
}

/** `undefined` for a line that is no answer. */
function readAnswer(line: string): { readonly call: number; readonly answer: Answer } | undefined {
  try {
    const { call, answer } = JSON.parse(line) as {
      readonly call?: unknown
      readonly answer?: Answer
    }
    const isAnswer = typeof call === 'number' && typeof answer === 'object' && answer !== null
    return isAnswer ? { call, answer } : undefined
  } catch {
    return undefined
  }
}

/** Speaks to the signer over its socket; a connection that ended is opened again. */
export function createSignerClient({
  path,
  clock,
}: {
  readonly path: string
  readonly clock: Pick<Clock, 'after'>
}): SignerClient {
  let connection: Connection | undefined
  let calls = 0

  function connect(): Connection {
    if (connection && !connection.socket.destroyed) return connection
    const socket = createConnection(path)
    // Of this connection alone: when it ends, calls of the next one are none of its business.
    const waiting: Connection['waiting'] = new Map()
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const read = readAnswer(line)
        if (!read) return void socket.destroy()
        waiting.get(read.call)?.resolve(read.answer)
        waiting.delete(read.call)
      }
    })
    const fail = (): void => {
      for (const { reject } of waiting.values()) reject(new Error('The signer does not answer.'))
      waiting.clear()
    }
    socket.on('error', fail)
    socket.on('close', fail)
    return (connection = { socket, waiting })
  }

  function ask(request: object): Promise<Answer> {
    const call = ++calls
    const { socket, waiting } = connect()
    return new Promise<Answer>((resolve, reject) => {
      const timer = clock.after(TIMEOUT_MS, () => {
        waiting.delete(call)
        reject(new Error('The signer does not answer.'))
      })
      waiting.set(call, {
        resolve(answer) {
          timer.cancel()
          resolve(answer)
        },
        reject(error) {
          timer.cancel()
          reject(error)
        },
      })
      socket.write(`${JSON.stringify({ call, request })}\n`)
    })
  }

  async function accounts(
    family: Network['family'],
  ): Promise<{ readonly xpub: string; readonly hot: string }> {
    const answer = await ask({ kind: 'accounts', family })
    if (!('xpub' in answer)) throw new Error('The signer does not know its accounts.')
    return answer
  }

  return {
    hotAddress: async (family = 'evm') => (await accounts(family)).hot,
    accountKey: async (family) => (await accounts(family)).xpub,
    async deriveAddress(family, index) {
      const answer = await ask({ kind: 'address', family, index })
      if (!('address' in answer)) throw new Error('The signer derives no address.')
      return answer.address
    },
    async attest(request) {
      const answer = await ask({ kind: 'attest', ...request })
      if (!('signature' in answer)) throw new Error('The signer attests to nothing.')
      return answer.signature
    },
    async sign(request) {
      const answer = await ask(request)
      if ('signed' in answer || 'refused' in answer) return answer
      throw new Error('The signer answered something else.')
    },
    close: () => void connection?.socket.destroy(),
  }
}

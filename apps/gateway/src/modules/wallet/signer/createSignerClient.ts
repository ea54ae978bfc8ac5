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

/** Speaks to the signer over its socket; a connection that ended is opened again. */
export function createSignerClient({
  path,
  clock,
}: {
  readonly path: string
  readonly clock: Pick<Clock, 'after'>
}): SignerClient {
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  let socket: Socket | undefined
  let calls = 0

  function connect(): Socket {
    if (socket && !socket.destroyed) return socket
    const opened = createConnection(path)
    let rest = ''
    opened.setEncoding('utf8')
    opened.on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const { call, answer } = JSON.parse(line) as { call: number; answer: Answer }
        waiting.get(call)?.resolve(answer)
        waiting.delete(call)
      }
    })
    const fail = (): void => {
      for (const { reject } of waiting.values()) reject(new Error('The signer does not answer.'))
      waiting.clear()
    }
    opened.on('error', fail)
    opened.on('close', fail)
    return (socket = opened)
  }

  function ask(request: object): Promise<Answer> {
    const call = ++calls
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
      connect().write(`${JSON.stringify({ call, request })}\n`)
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
    close: () => void socket?.destroy(),
  }
}

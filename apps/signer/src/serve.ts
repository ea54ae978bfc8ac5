import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { Signer } from './createSigner.ts'
import type { Request } from './protocol.ts'

const MOST_BYTES = 16_384

/** Answers one line of JSON for each line, over a socket of the file system. */
export async function serve(signer: Signer, path: string): Promise<Server> {
  rmSync(path, { force: true })
  const server = createServer((socket) => answerLines(signer, socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o660)
  return server
}

function answerLines(signer: Signer, socket: Socket): void {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MOST_BYTES || lines.some((line) => line.length > MOST_BYTES))
      return void socket.destroy()
    for (const line of lines) void answerLine(signer, { socket, line })
  })
}

/** The line carries a number `call`, which the answer repeats. */
async function answerLine(
  signer: Signer,
  { socket, line }: { readonly socket: Socket; readonly line: string },
): Promise<void> {
  let call: unknown
  try {
    const message = JSON.parse(line) as { readonly call: unknown; readonly request: Request }
    call = message.call
    const answer = await signer.answer(message.request)
    socket.write(`${JSON.stringify({ call, answer })}\n`)
  } catch {
    socket.write(`${JSON.stringify({ call, answer: { refused: 'malformed' } })}\n`)
  }
}

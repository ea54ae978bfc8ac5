// A way to a server that can be cut: nothing passes any more, and neither side is notified.
import { connect, createServer } from 'node:net'

const HOST = '127.0.0.1'

/**
 * @param {number} port of the server behind it
 * @returns {Promise<{ port: number, cut: () => void, heal: () => void, close: () => void }>}
 */
export async function createLink(port) {
  const sockets = new Set()
  let isCut = false
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(port, HOST)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from)
      from.on('data', (chunk) => to.write(chunk))
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
      if (isCut) from.pause()
    }
  })
  await new Promise((resolve) => server.listen(0, HOST, resolve))
  const all = (run) => {
    for (const socket of sockets) run(socket)
  }
  return {
    port: server.address().port,
    cut() {
      isCut = true
      all((socket) => socket.pause())
    },
    heal() {
      isCut = false
      all((socket) => socket.resume())
    },
    close() {
      all((socket) => socket.destroy())
      server.close()
    },
  }
}

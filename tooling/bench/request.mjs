// The request client beside the clients it competes with: bytes, CPU time over a transport that
// answers at once, and what requests leave behind.
import { installPeers } from './peers.mjs'
import { memory } from './request/memory.mjs'
import { overhead } from './request/overhead.mjs'
import { bytes } from './request/bytes.mjs'

export async function bench() {
  await installPeers()
  return [...(await bytes()), ...(await overhead()), ...(await memory())]
}

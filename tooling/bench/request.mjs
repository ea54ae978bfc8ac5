// The request client compared to its peers: bytes, CPU time over a stubbed transport, and memory
// that requests leave behind.
import { installPeers } from './peers.mjs'
import { memory } from './request/memory.mjs'
import { overhead } from './request/overhead.mjs'
import { bytes } from './request/bytes.mjs'

export async function bench() {
  await installPeers()
  return [...(await bytes()), ...(await overhead()), ...(await memory())]
}

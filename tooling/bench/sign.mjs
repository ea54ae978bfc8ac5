// What signing costs: a request, a log-in, a match among rules, a new key in a real browser, and the bytes a page loads for it.
import { installPeers } from './peers.mjs'
import { bytes } from './sign/bytes.mjs'
import { keyGeneration } from './sign/keyGeneration.mjs'
import { sealing } from './sign/sealing.mjs'
import { signing } from './sign/signing.mjs'

export async function bench() {
  await installPeers()
  return [...(await signing()), ...(await sealing()), ...(await keyGeneration()), ...(await bytes())]
}

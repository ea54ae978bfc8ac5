// The sanitiser compared to its peers: bytes, speed on a server and in Chromium, and how many
// public attack vectors survive each.
import { installPeers } from './peers.mjs'
import { attacks } from './sanitize/attacks.mjs'
import { bytes } from './sanitize/bytes.mjs'
import { speedInChromium } from './sanitize/chromium.mjs'
import { speedOnServer } from './sanitize/server.mjs'

export async function bench() {
  await installPeers()
  return [
    ...(await bytes()),
    ...(await speedOnServer()),
    ...(await speedInChromium()),
    ...(await attacks()),
  ]
}

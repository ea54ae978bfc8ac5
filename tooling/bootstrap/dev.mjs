import { spawn } from 'node:child_process'
import path from 'node:path'
import { compileMessages } from './build.mjs'
import { firstFreePort } from './ports.mjs'
import { say } from './progress.mjs'
import { childEnvironment, root } from './run.mjs'
import { serve } from './start.mjs'

/**
 * The gateway on its port, and Vite in front of it with hot reload; Vite proxies /v1 and /static to
 * the gateway.
 */
export async function main(args) {
  await compileMessages()
  const web = path.join(root, 'apps/web')
  // Vite needs the gateway's port before the gateway listens on it.
  const port = String(
    await firstFreePort(Number(process.env['PORT'] ?? 8080), {
      onTaken: (taken) => say(`Port ${taken} is taken; trying ${taken + 1}.`),
    }),
  )
  const vite = spawn('node', [path.join(web, 'node_modules/vite/bin/vite.js'), ...args], {
    cwd: web,
    env: childEnvironment({ GATEWAY_URL: `http://localhost:${port}` }),
    stdio: 'inherit',
  })
  say(
    'The app with hot reload is at the address that Vite prints; ' +
      'the gateway serves the last build.',
  )
  const code = await serve([], { PORT: port, STRICT_PORT: '1' })
  vite.kill()
  return code
}

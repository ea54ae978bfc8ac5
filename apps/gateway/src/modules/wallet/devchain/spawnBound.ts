import { spawn, type ChildProcess } from 'node:child_process'

/**
 * A program that ends with this process, however that ends: a shell between the two waits for the
 * pipe to break.
 */
export function spawnBound(
  binary: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  if (process.platform === 'win32')
    return spawn(binary, args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
  // What a shell runs beside itself has no input of its own: hence the third descriptor.
  const script =
    'exec 3<&0; trap "" TERM INT; "$0" "$@" 3<&- </dev/null & node=$!; ' +
    '{ cat <&3 >/dev/null; kill -9 $node 2>/dev/null; } & ' +
    'wait $node'
  // Its own group: a Ctrl-C in the terminal is for the gateway, which stops its node in order.
  return spawn('/bin/sh', ['-c', script, binary, ...args], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
}

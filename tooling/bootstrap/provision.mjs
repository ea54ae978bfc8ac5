import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { step, Plain } from './progress.mjs'
import { root, run } from './run.mjs'
import { NODE_FLOOR, PNPM_VERSION, installsNode, nodePackageFor } from './toolchain.mjs'

const toolsDir = path.join(root, '.tools')
const stampFile = path.join(toolsDir, 'stamp')

/**
 * Puts pnpm, and Node where the running one is too old, into `.tools`; nothing is installed outside
 * the project's folder.
 */
export async function provisionTools() {
  const wanted = [`pnpm@${PNPM_VERSION}`]
  if (
    installsNode({
      version: process.version,
      execPath: process.execPath,
      toolsDir: realToolsDir() + path.sep,
    })
  )
    wanted.push(nodePackage())
  const stamp = `${wanted.join(' ')} linked`
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  await step(`Setting up ${wanted.join(' and ')}`, async () => {
    mkdirSync(toolsDir, { recursive: true })
    await run(
      'npm',
      [
        'install',
        '--prefix',
        toolsDir,
        '--no-save',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        '--loglevel=error',
        ...wanted,
      ],
      { quiet: true },
    )
    // pnpm installs its native binary by an install script: the only one that runs, because it is
    // named here.
    const pnpm = path.join(toolsDir, 'node_modules/pnpm')
    for (const event of ['preinstall', 'postinstall'])
      await run('node', [path.join(pnpm, 'install.js')], {
        cwd: pnpm,
        quiet: true,
        env: { npm_lifecycle_event: event },
      })
    writeFileSync(stampFile, stamp)
  })
}

/** A worktree may share `.tools` through a link; `process.execPath` has links resolved. */
function realToolsDir() {
  return existsSync(toolsDir) ? realpathSync(toolsDir) : toolsDir
}

function nodePackage() {
  const found = nodePackageFor(process.platform, process.arch)
  if (found) return found
  throw new Plain(
    `This is Node ${process.version}; the project needs ${NODE_FLOOR.join('.')} or later, ` +
      `and the registry has no Node for ${process.platform}/${process.arch}.\n` +
      `Install Node 24 by hand (your system's package manager, or from the Node project's ` +
      'site) and run the command again.',
  )
}

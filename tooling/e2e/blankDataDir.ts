import { createGatewayHome } from './gateway.ts'

const VARIABLE = 'E2E_BLANK_DATA_DIR'

/** The data folder that each journey copies; `undefined` outside a Playwright run. */
export const blankDataDir = (): string | undefined => process.env[VARIABLE]

/**
 * Creates the tables once for the whole run: each journey would wait seconds for them.
 */
export default async function prepareBlankDataDir(): Promise<() => void> {
  const home = createGatewayHome()
  const gateway = await home.start()
  await gateway.stop()
  process.env[VARIABLE] = home.dataDir
  return () => home.remove()
}

import { createGatewayHome } from './gateway.ts'

const VARIABLE = 'E2E_EMPTY_HOME'

/** The data folder that each journey's own begins as; `undefined` outside a run of journeys. */
export const emptyHome = (): string | undefined => process.env[VARIABLE]

/**
 * A database is set up once for the whole run: each journey would wait seconds for the same tables.
 */
export default async function prepareEmptyHome(): Promise<() => void> {
  const home = createGatewayHome()
  const gateway = await home.start()
  await gateway.stop()
  process.env[VARIABLE] = home.dataDir
  return () => home.remove()
}

import fc from 'fast-check'

/**
 * Property tests check the same cases in every run, so that a failure belongs to the change under
 * test. `PROPERTY_SEED` chooses others; the nightly run draws a new one each time.
 */
const DEFAULT_SEED = 20_261_124

const chosen = typeof process === 'undefined' ? undefined : process.env['PROPERTY_SEED']

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(chosen ?? DEFAULT_SEED) })

import { useServices } from '../services/servicesContext.ts'
import { type ForeignSanitizer, untrustedSanitizer } from './untrustedSanitizer.ts'

export function useUntrusted(): ForeignSanitizer {
  return untrustedSanitizer(useServices().config)
}

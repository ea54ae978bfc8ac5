import { useServices } from '../../app/servicesContext.ts'
import { type ForeignSanitizer, foreignSanitizer } from './foreignSanitizer.ts'

export function useForeign(): ForeignSanitizer {
  return foreignSanitizer(useServices().config)
}

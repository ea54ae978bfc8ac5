import { createContext, use } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { Services } from './services.ts'
import type { AppDispatch, AppState } from '../data/store/store.ts'

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices stands outside of its provider')
  return services
}

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<AppState>()

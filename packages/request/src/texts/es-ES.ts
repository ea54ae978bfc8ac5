import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Aviso',
  timeout: '¡Se ha agotado el tiempo de la petición!',
  expired: 'Tu sesión ha caducado, vuelve a iniciar sesión',
  loginRequired: 'Inicia sesión para acceder',
  systemBusy: 'El sistema está ocupado',
  notFound: 'Error en la petición',
  forbidden: 'La petición no está permitida',
}

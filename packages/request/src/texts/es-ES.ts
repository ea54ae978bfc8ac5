import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Aviso',
  timeout: '¡Se ha agotado el tiempo de la petición!',
  expired: 'Tu sesión ha caducado, vuelve a iniciar sesión',
  loginvalid: 'Inicia sesión para acceder',
  unknow: 'El sistema está ocupado',
  notfound: 'Error en la petición',
  forbidden: 'La petición no está permitida',
}

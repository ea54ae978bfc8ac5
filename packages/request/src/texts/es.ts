import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Aviso',
  timeout: '¡Se agotó el tiempo de la solicitud!',
  expired: 'Tu sesión venció, inicia sesión de nuevo',
  loginRequired: 'Inicia sesión para acceder',
  systemBusy: 'El sistema está ocupado',
  notFound: 'Error en la solicitud',
  forbidden: 'La solicitud no está permitida',
}

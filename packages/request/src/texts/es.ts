import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Aviso',
  timeout: '¡Se agotó el tiempo de la solicitud!',
  expired: 'Tu sesión venció, inicia sesión de nuevo',
  loginvalid: 'Inicia sesión para acceder',
  unknow: 'El sistema está ocupado',
  notfound: 'Error en la solicitud',
  forbidden: 'La solicitud no está permitida',
}

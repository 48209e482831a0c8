export { keepModelsReady } from '@/app/integrations/speech/index.server';

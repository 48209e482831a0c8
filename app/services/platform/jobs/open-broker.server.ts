export { openBroker } from '@/app/integrations/queue/index.server';

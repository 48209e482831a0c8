import { describeAccessibility } from './accessibility';

describeAccessibility('pt');

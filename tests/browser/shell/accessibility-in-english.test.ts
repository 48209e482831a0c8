import { describeAccessibility } from './accessibility';

describeAccessibility('en');

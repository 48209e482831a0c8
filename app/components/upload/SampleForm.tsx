import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';

export function SampleForm() {
  const { t } = useTranslation('transcription');
  return (
    <PostForm intent="sample">
      <Button kind="quiet" busyLabel={t('sample.busy')}>
        <Icon name="play" /> {t('sample.submit')}
      </Button>
    </PostForm>
  );
}

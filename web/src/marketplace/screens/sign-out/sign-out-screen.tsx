import { SignOut } from '../../../account/sign-out.tsx'
import { paths } from '../../paths.ts'

export const SignOutScreen = () => <SignOut signInPath={paths.signIn} />

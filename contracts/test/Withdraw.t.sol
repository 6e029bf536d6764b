// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../src/Collection.sol";
import {Erc721} from "../src/Erc721.sol";
import {Outcomes} from "../src/Outcomes.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {GoodReceiver, OddReceiver, RevertingReceiver, SilentReceiver} from "./support/Receivers.sol";
import {Signing, Withdrawal} from "./support/Signing.sol";
import {checkEq, vm} from "./support/Vm.sol";

contract WithdrawTest is CollectionTest {
    uint256 private constant TOKEN = 42;

    function setUp() public override {
        super.setUp();
        mintTo(TOKEN, 0);
    }

    function test_anybodyRelaysAWithdrawalToAPlainAddress() public {
        _withdraw(currentWithdrawal(TOKEN, STRANGER), 0);
        checkEq(collection.ownerOf(TOKEN), STRANGER, "owner");
        checkEq(collection.balanceOf(addressOf(0)), 0, "balance");
        checkEq(collection.balanceOf(STRANGER), 1, "new balance");
    }

    function test_aContractThatTakesTokensGetsIt() public {
        GoodReceiver receiver = new GoodReceiver();
        _withdraw(currentWithdrawal(TOKEN, address(receiver)), 0);
        checkEq(collection.ownerOf(TOKEN), address(receiver), "owner");
        checkEq(receiver.lastFrom(), addressOf(0), "from");
        checkEq(receiver.lastOperator(), STRANGER, "operator");
        checkEq(receiver.lastTokenId(), TOKEN, "token");
        checkEq(receiver.lastData().length, 0, "no data");
    }

    function test_aContractThatDoesNotTakeTokensIsSpared() public {
        address[3] memory unsafeOnes =
            [address(new SilentReceiver()), address(new OddReceiver()), address(new RevertingReceiver(""))];
        for (uint256 i; i < unsafeOnes.length; ++i) {
            _withdrawFails(currentWithdrawal(TOKEN, unsafeOnes[i]), 0, Erc721.UnsafeRecipient.selector);
        }
        checkEq(collection.ownerOf(TOKEN), addressOf(0), "owner stays");
    }

    function test_aReceiversOwnReasonIsPassedOn() public {
        bytes memory reason = abi.encodeWithSignature("Error(string)", "not today");
        Withdrawal memory withdrawal = currentWithdrawal(TOKEN, address(new RevertingReceiver(reason)));
        (bytes32 r, bytes32 vs) = signWithdrawal(withdrawal, 0);
        vm.expectRevert(reason);
        collection.withdraw(TOKEN, withdrawal.to, withdrawal.expiry, r, vs);
    }

    function test_onlyTheOwnersSignatureCounts() public {
        _withdrawFails(currentWithdrawal(TOKEN, STRANGER), 1, Outcomes.InvalidSignature.selector);
    }

    function test_aWithdrawalGoesOnlyWhereItWasSignedTo() public {
        Withdrawal memory withdrawal = currentWithdrawal(TOKEN, addressOf(1));
        (bytes32 r, bytes32 vs) = signWithdrawal(withdrawal, 0);
        vm.expectRevert(Outcomes.InvalidSignature.selector);
        collection.withdraw(TOKEN, STRANGER, withdrawal.expiry, r, vs);
        vm.expectRevert(Outcomes.InvalidSignature.selector);
        collection.withdraw(TOKEN, addressOf(1), withdrawal.expiry + 1, r, vs);
    }

    function test_aWithdrawalHoldsUpToItsExpiry() public {
        Withdrawal memory withdrawal = currentWithdrawal(TOKEN, STRANGER);
        vm.warp(withdrawal.expiry + 1);
        _withdrawFails(withdrawal, 0, Outcomes.Expired.selector);
        vm.warp(withdrawal.expiry);
        _withdraw(withdrawal, 0);
    }

    function test_aWithdrawalDiesWithAnyMoveAndWithCancelling() public {
        Withdrawal memory withdrawal = currentWithdrawal(TOKEN, STRANGER);
        uint256[] memory tokenIds = new uint256[](1);
        tokenIds[0] = TOKEN;
        vm.prank(addressOf(0));
        collection.cancelListings(tokenIds);
        _withdrawFails(withdrawal, 0, Outcomes.InvalidSignature.selector);

        withdrawal = currentWithdrawal(TOKEN, STRANGER);
        vm.prank(addressOf(0));
        collection.cancelAllListings(addressOf(0));
        _withdrawFails(withdrawal, 0, Outcomes.InvalidSignature.selector);

        withdrawal = currentWithdrawal(TOKEN, addressOf(0)); // to oneself, so that it could be replayed
        _withdraw(withdrawal, 0);
        _withdrawFails(withdrawal, 0, Outcomes.InvalidSignature.selector);
    }

    function test_aWithdrawalNeedsATokenAndAnAddress() public {
        _withdrawFails(currentWithdrawal(TOKEN, address(0)), 0, Erc721.InvalidRecipient.selector);
        _withdrawFails(currentWithdrawal(TOKEN + 1, STRANGER), 0, Erc721.TokenNotFound.selector);
    }

    /// Same fields, other type: one signature must not serve as both.
    function test_aListingIsNoWithdrawal() public {
        Collection.Sale memory sale = boundSale(TOKEN, 0, 1);
        vm.expectRevert(Outcomes.InvalidSignature.selector);
        collection.withdraw(TOKEN, addressOf(1), sale.expiry, sale.r, sale.vs);
        (sale.r, sale.vs) = signWithdrawal(currentWithdrawal(TOKEN, addressOf(1)), 0);
        settleFails(sale, Outcomes.InvalidSignature.selector);
    }

    function test_theMetadataGoesWithTheToken() public {
        string memory before = collection.tokenURI(TOKEN);
        _withdraw(currentWithdrawal(TOKEN, STRANGER), 0);
        checkEq(collection.tokenURI(TOKEN), before, "URI");
        checkEq(collection.creatorOf(TOKEN), CREATOR, "creator");
    }

    function _withdraw(Withdrawal memory withdrawal, uint256 signer) private {
        (bytes32 r, bytes32 vs) = signWithdrawal(withdrawal, signer);
        vm.prank(STRANGER);
        collection.withdraw(withdrawal.tokenId, withdrawal.to, withdrawal.expiry, r, vs);
    }

    function _withdrawFails(Withdrawal memory withdrawal, uint256 signer, bytes4 reason) private {
        (bytes32 r, bytes32 vs) = signWithdrawal(withdrawal, signer);
        vm.prank(STRANGER);
        vm.expectRevert(reason);
        collection.withdraw(withdrawal.tokenId, withdrawal.to, withdrawal.expiry, r, vs);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../src/Collection.sol";
import {Erc721} from "../src/Erc721.sol";
import {Outcomes} from "../src/Outcomes.sol";
import {Roles} from "../src/Roles.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {Vm, check, checkEq, vm} from "./support/Vm.sol";

contract MintTest is CollectionTest {
    function test_mintsToTheOwnerWithCreatorAndRoyalty() public {
        mintTo(1, 0);
        checkEq(collection.ownerOf(1), addressOf(0), "owner");
        checkEq(collection.balanceOf(addressOf(0)), 1, "balance");
        checkEq(collection.creatorOf(1), CREATOR, "creator");
        (address tokenOwner, uint256 version, uint256 epoch) = collection.signatureNonces(1);
        checkEq(tokenOwner, addressOf(0), "nonces: owner");
        checkEq(version, 0, "version");
        checkEq(epoch, 0, "epoch");
    }

    function test_theTransferEventNamesTheNewOwner() public {
        vm.recordLogs();
        mintTo(5, 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        checkEq(logs.length, 1, "one event");
        check(logs[0].topics[0] == keccak256("Transfer(address,address,uint256)"), "Transfer");
        check(logs[0].topics[1] == 0, "from nobody");
        check(logs[0].topics[2] == bytes32(uint256(uint160(addressOf(0)))), "to the owner");
        check(logs[0].topics[3] == bytes32(uint256(5)), "token");
    }

    function test_theSameMetadataCannotBeMintedTwice() public {
        mintTo(1, 0);
        vm.prank(MINTER_ACCOUNT);
        vm.expectRevert(Outcomes.TokenExists.selector);
        collection.mint(itemFor(1, 1));
    }

    function test_onlyAMinterMints() public {
        address[4] memory others = [address(this), SETTLER_ACCOUNT, GUARDIAN_ACCOUNT, STRANGER];
        Collection.MintItem[] memory items = new Collection.MintItem[](1);
        items[0] = itemFor(1, 0);
        for (uint256 i; i < others.length; ++i) {
            vm.prank(others[i]);
            vm.expectRevert(Roles.NotAuthorized.selector);
            collection.mint(items[0]);
            vm.prank(others[i]);
            vm.expectRevert(Roles.NotAuthorized.selector);
            collection.mintBatch(items);
        }
    }

    function test_nobodyOwnsTheZeroAddressesToken() public {
        Collection.MintItem memory item = itemFor(1, 0);
        item.to = address(0);
        vm.prank(MINTER_ACCOUNT);
        vm.expectRevert(Erc721.InvalidRecipient.selector);
        collection.mint(item);
    }

    function test_aRoyaltyIsAtMostTheWholePrice() public {
        Collection.MintItem memory item = itemFor(1, 0);
        item.royaltyBps = 10_000;
        vm.prank(MINTER_ACCOUNT);
        collection.mint(item);
        item.tokenId = 2;
        item.royaltyBps = 10_001;
        vm.prank(MINTER_ACCOUNT);
        vm.expectRevert(Outcomes.RoyaltyTooHigh.selector);
        collection.mint(item);
    }

    function test_aBatchMintsAllOrNothing() public {
        Collection.MintItem[] memory items = new Collection.MintItem[](3);
        for (uint256 i; i < 3; ++i) {
            items[i] = itemFor(i + 1, i % 2);
        }
        vm.prank(MINTER_ACCOUNT);
        collection.mintBatch(items);
        checkEq(collection.balanceOf(addressOf(0)), 2, "two for the first");
        checkEq(collection.balanceOf(addressOf(1)), 1, "one for the second");

        items[0].tokenId = 4; // new, but the others exist
        vm.prank(MINTER_ACCOUNT);
        vm.expectRevert(Outcomes.TokenExists.selector);
        collection.mintBatch(items);
        vm.expectRevert(Erc721.TokenNotFound.selector);
        collection.ownerOf(4);
    }

    function test_aBatchMayNameOneCreatorsPayoutTwice() public {
        Collection.MintItem[] memory items = new Collection.MintItem[](2);
        for (uint256 i; i < 2; ++i) {
            items[i] = itemFor(i + 1, 0);
            items[i].payout = addressOf(9);
        }
        vm.prank(MINTER_ACCOUNT);
        collection.mintBatch(items);
        checkEq(collection.creatorPayout(CREATOR), addressOf(9), "registered once");
    }

    /// forge-config: default.fuzz.runs = 256
    function testFuzz_everyFieldIsKept(uint256 tokenId, address to, uint40 creatorId, uint16 bps) public {
        vm.assume(to != address(0));
        bps %= 10_001;
        vm.prank(MINTER_ACCOUNT);
        collection.mint(Collection.MintItem(tokenId, to, creatorId, bps, address(0)));
        checkEq(collection.ownerOf(tokenId), to, "owner");
        checkEq(collection.creatorOf(tokenId), creatorId, "creator");
        (address receiver, uint256 amount) = collection.royaltyInfo(tokenId, 10_000);
        checkEq(receiver, COLLECTOR, "royalty receiver");
        checkEq(amount, bps, "royalty");
        checkEq(collection.getApproved(tokenId), address(0), "no approval");
    }
}
